/** What the server is asked about clubs, evenings and players. */
import { ask } from "../lib/api";
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

export const fetchClubs = () => ask<ClubList>("/api/clubs");
export const openClub = (wish: OpenClub) => ask<ClubCard>("/api/clubs", wish);
export const fetchClub = (id: string) => ask<ClubCard>(clubPath(id));
export const joinClub = (id: string, wish: JoinClub) => ask<ClubCard>(`${clubPath(id)}/join`, wish);
export const changeMember = (id: string, member: string, wish: MemberChange) =>
  ask<ClubCard>(`${clubPath(id)}/members/${encodeURIComponent(member)}`, wish);
export const planTournament = (id: string, plan: EveningPlan) => ask<EveningCard>(`${clubPath(id)}/evenings`, plan);

export const fetchTournament = (id: string) => ask<EveningCard>(tournamentPath(id));
export const joinTournament = (id: string, wish: JoinEvening) => ask<EveningCard>(`${tournamentPath(id)}/join`, wish);
export const bringBot = (id: string, wish: BringBot) => ask<EveningCard>(`${tournamentPath(id)}/bots`, wish);
export const changeEntrant = (id: string, number: number, wish: EntrantChange) =>
  ask<EveningCard>(`${tournamentPath(id)}/entrants/${number}`, wish);
/** Begin a round, counted from 1: sent twice it is begun once. */
export const beginRound = (id: string, round: number) => ask<EveningCard>(`${tournamentPath(id)}/rounds`, { round });
export const writeResult = (id: string, wish: HandResult) => ask<EveningCard>(`${tournamentPath(id)}/results`, wish);
export const endTournament = (id: string) => ask<ClubCard>(`${tournamentPath(id)}/end`, {});

export const fetchOwnProfile = () => ask<PlayerCard>("/api/player");
export const changeOwnProfile = (wish: Myself) => ask<PlayerCard>("/api/player", wish);
export const fetchPlayer = (handle: string) => ask<PlayerCard>(`/api/players/${encodeURIComponent(handle)}`);
export const fetchLadder = (game: string) => ask<Ladder>(`/api/ladders/${encodeURIComponent(game)}`);
