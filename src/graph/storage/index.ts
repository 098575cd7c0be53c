/** The file storage service in the graph. */
import './file.ts';
import './permission.ts';
import './query.ts';

export { fileWrites as driveWrites } from './mutation.ts';
