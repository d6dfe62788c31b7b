/** A private room that somebody wants to go to from elsewhere than the talk itself: from a mat where one negotiates. */
import type { Room } from "./rooms";

class RequestedRoom {
  /** Until the talk has gone there. */
  wanted = $state<Room | null>(null);
}

export const requestedRoom = new RequestedRoom();
