/** The operations of the Google Drive API, one export per resource. */
export * from './about.ts';
export * from './access-proposal.ts';
export * from './app.ts';
export * from './change.ts';
export * from './channel.ts';
export * from './comment.ts';
export * from './drive.ts';
export * from './file.ts';
export * from './operation.ts';
export * from './permission.ts';
export * from './reply.ts';
export * from './revision.ts';
