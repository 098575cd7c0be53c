/** The file storage service in the graph. */
import './file.ts';
import './mutation.ts';
import './permission.ts';
import './query.ts';
