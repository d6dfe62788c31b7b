/** The private room that another part of the page asks the chat to open, such as a mat where players negotiate. */
import type { Room } from "./rooms";

class RequestedRoom {
  /** Null once the chat shows it. */
  wanted = $state<Room | null>(null);
}

export const requestedRoom = new RequestedRoom();
