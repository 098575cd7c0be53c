/** The operations of the Google Drive API, one export per resource. */
export * from './about/operations.ts';
export * from './access-proposal/operations.ts';
export * from './app/operations.ts';
export * from './change/operations.ts';
export * from './watch/operations.ts';
export * from './comment/operations.ts';
export * from './shared-drive/operations.ts';
export * from './file/operations.ts';
export * from './long-running-operation/operations.ts';
export * from './permission/operations.ts';
export * from './revision/operations.ts';
