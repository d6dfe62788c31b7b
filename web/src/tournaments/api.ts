/** HTTP requests about clubs, tournaments, players and ladders. */
import { fetchJson } from "../lib/api";
import type {
  BringBot,
  ClubCard,
  ClubList,
  EntrantChange,
  EveningCard,
  EveningPlan,
  HandResult,
  JoinClub,
  JoinEvening,
  Ladder,
  MemberChange,
  Myself,
  OpenClub,
  PlayerCard,
} from "../protocol/messages";

const clubPath = (id: string) => `/api/clubs/${encodeURIComponent(id)}`;
const tournamentPath = (id: string) => `/api/evenings/${encodeURIComponent(id)}`;

export const fetchClubs = () => fetchJson<ClubList>("/api/clubs");
export const openClub = (wish: OpenClub) => fetchJson<ClubCard>("/api/clubs", wish);
export const fetchClub = (id: string) => fetchJson<ClubCard>(clubPath(id));
export const joinClub = (id: string, wish: JoinClub) => fetchJson<ClubCard>(`${clubPath(id)}/join`, wish);
export const changeMember = (id: string, member: string, wish: MemberChange) =>
  fetchJson<ClubCard>(`${clubPath(id)}/members/${encodeURIComponent(member)}`, wish);
export const planTournament = (id: string, plan: EveningPlan) =>
  fetchJson<EveningCard>(`${clubPath(id)}/evenings`, plan);

export const fetchTournament = (id: string) => fetchJson<EveningCard>(tournamentPath(id));
export const joinTournament = (id: string, wish: JoinEvening) =>
  fetchJson<EveningCard>(`${tournamentPath(id)}/join`, wish);
export const bringBot = (id: string, wish: BringBot) => fetchJson<EveningCard>(`${tournamentPath(id)}/bots`, wish);
export const changeEntrant = (id: string, number: number, wish: EntrantChange) =>
  fetchJson<EveningCard>(`${tournamentPath(id)}/entrants/${number}`, wish);
/** Begin a round, counted from 1: sent twice it is begun once. */
export const beginRound = (id: string, round: number) =>
  fetchJson<EveningCard>(`${tournamentPath(id)}/rounds`, { round });
export const writeResult = (id: string, wish: HandResult) =>
  fetchJson<EveningCard>(`${tournamentPath(id)}/results`, wish);
export const endTournament = (id: string) => fetchJson<ClubCard>(`${tournamentPath(id)}/end`, {});

export const fetchOwnProfile = () => fetchJson<PlayerCard>("/api/player");
export const changeOwnProfile = (wish: Myself) => fetchJson<PlayerCard>("/api/player", wish);
export const fetchPlayer = (handle: string) => fetchJson<PlayerCard>(`/api/players/${encodeURIComponent(handle)}`);
export const fetchLadder = (game: string) => fetchJson<Ladder>(`/api/ladders/${encodeURIComponent(game)}`);
