// boardgame.io's own server, with its own in-memory storage, for `ludotheque bench --server` to measure beside ours.
//
// The game is as small as can be: forty pieces a seat on a board, of which everybody sees their own ranks alone, and a
// move takes a piece to the next free square. No rules to speak of, no list of legal moves: it has less to do than ours.
const { Server } = require("boardgame.io/server");

const PIECES = 40;

const walk = {
  name: "walk",
  setup: ({ ctx }) => {
    const seats = ctx.numPlayers;
    const board = Array(seats * 50).fill(0);
    const ranks = [];
    for (let piece = 1; piece <= seats * PIECES; piece++) {
      board[Math.floor(((piece - 1) * 50) / PIECES)] = piece;
      ranks.push(piece % 12);
    }
    return { board, ranks };
  },
  playerView: ({ G, playerID }) => ({
    board: G.board,
    ranks: G.ranks.map((rank, piece) => (Math.floor(piece / PIECES) === Number(playerID) ? rank : -1)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G, playerID }, number) => {
      const from = G.board.indexOf(Number(playerID) * PIECES + number + 1);
      let to = from;
      while (G.board[to]) to = (to + 1) % G.board.length;
      G.board[to] = G.board[from];
      G.board[from] = 0;
    },
  },
};

const server = Server({ games: [walk], origins: [] });
server.run({ port: 0 }).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
