/** HTTP requests about clubs, tournaments, players and ladders. */
import { fetchJson } from "../lib/api";
import type {
  EnterBot,
  ClubCard,
  ClubList,
  EntrantChange,
  TournamentCard,
  TournamentPlan,
  ManualResult,
  JoinClub,
  EnterTournament,
  Ladder,
  MemberChange,
  MyProfile,
  OpenClub,
  PlayerCard,
} from "../protocol/tournaments";

const clubPath = (id: string) => `/api/clubs/${encodeURIComponent(id)}`;
const tournamentPath = (id: string) => `/api/evenings/${encodeURIComponent(id)}`;

export const fetchClubs = () => fetchJson<ClubList>("/api/clubs");
export const openClub = (body: OpenClub) => fetchJson<ClubCard>("/api/clubs", body);
export const fetchClub = (id: string) => fetchJson<ClubCard>(clubPath(id));
export const joinClub = (id: string, body: JoinClub) => fetchJson<ClubCard>(`${clubPath(id)}/join`, body);
export const changeMember = (id: string, member: string, body: MemberChange) =>
  fetchJson<ClubCard>(`${clubPath(id)}/members/${encodeURIComponent(member)}`, body);
export const planTournament = (id: string, plan: TournamentPlan) =>
  fetchJson<TournamentCard>(`${clubPath(id)}/evenings`, plan);

export const fetchTournament = (id: string) => fetchJson<TournamentCard>(tournamentPath(id));
export const joinTournament = (id: string, body: EnterTournament) =>
  fetchJson<TournamentCard>(`${tournamentPath(id)}/join`, body);
export const bringBot = (id: string, body: EnterBot) => fetchJson<TournamentCard>(`${tournamentPath(id)}/bots`, body);
export const changeEntrant = (id: string, number: number, body: EntrantChange) =>
  fetchJson<TournamentCard>(`${tournamentPath(id)}/entrants/${number}`, body);
/** Begin a round, counted from 1: sent twice it is begun once. */
export const beginRound = (id: string, round: number) =>
  fetchJson<TournamentCard>(`${tournamentPath(id)}/rounds`, { round });
export const writeResult = (id: string, body: ManualResult) =>
  fetchJson<TournamentCard>(`${tournamentPath(id)}/results`, body);
/** Cancel a tournament before its first round, with a sentence for its entrants. */
export const cancelTournament = (id: string, why: string) =>
  fetchJson<TournamentCard>(`${tournamentPath(id)}/cancel`, { why });
/** The download of the calendar file of a tournament with a date. */
export const calendarUrl = (id: string) => `${tournamentPath(id)}/calendar.ics`;
export const endTournament = (id: string) => fetchJson<ClubCard>(`${tournamentPath(id)}/end`, {});

export const fetchOwnProfile = () => fetchJson<PlayerCard>("/api/player");
export const changeOwnProfile = (body: MyProfile) => fetchJson<PlayerCard>("/api/player", body);
export const fetchPlayer = (handle: string) => fetchJson<PlayerCard>(`/api/players/${encodeURIComponent(handle)}`);
export const fetchLadder = (game: string) => fetchJson<Ladder>(`/api/ladders/${encodeURIComponent(game)}`);
