// Serves the game from memory on a free port of loopback, and says which.

const { Server } = require('boardgame.io/server');
const { Pairs } = require('./game.js');

const server = Server({ games: [Pairs], origins: ['http://127.0.0.1'] });
server.run({ port: { host: '127.0.0.1', port: 0 } }).then(({ appServer }) => {
  console.log(`http://127.0.0.1:${appServer.address().port}`);
});
process.on('SIGTERM', () => process.exit(0));
