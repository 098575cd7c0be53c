/** The live streaming service in the graph. */
import '../link/broadcast.ts';
import './broadcast.ts';
import './query.ts';
import './stream.ts';

export { transitionWrites as liveWrites } from './transition.ts';
