/**
 * `npm run bench`: compares the gateway with a hand-written handler, then measures large uploads.
 * `npm run bench -- batch` measures `DRIVE_BATCH`. `npm run bench -- upload`, `npm run bench --
 * heavy` and `npm run bench -- chat` run one other benchmark only.
 * `npm run bench -- 16 4 3` sets connections, seconds per round and rounds of the comparison.
 */
import { measureChat } from './chat.ts';
import { compare, compareBatches } from './compare.ts';
import { measureHeavyQueries } from './heavy-query.ts';
import { measureUploads } from './upload.ts';

const [, , ...args] = process.argv;

if (args[0] === 'heavy') await measureHeavyQueries(args[1], Number(args[2] ?? 1_000));
else if (args[0] === 'batch')
  await compareBatches({ connections: Number(args[1] ?? 8), seconds: 4, rounds: 3 });
else if (args[0] === 'chat') await measureChat(Number(args[1] ?? 500), Number(args[2] ?? 20));
else {
  if (args[0] !== 'upload')
    await compare({
      connections: Number(args[0]) || 8,
      seconds: Number(args[1] ?? 4),
      rounds: Number(args[2] ?? 3),
    });
  await measureUploads();
}
