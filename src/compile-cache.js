/**
 * `npm start` imports this module before `main.ts`: Node then stores the modules that it compiles,
 * and the next start reads them. It is JavaScript because Node loads its TypeScript compiler, which
 * takes 40 ms, for any TypeScript module that is not stored.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
