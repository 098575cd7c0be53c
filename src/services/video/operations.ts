/** The operations of the YouTube Data API, one export per resource. */
export * from './activity/operations.ts';
export * from './caption/operations.ts';
export * from './channel/operations.ts';
export * from './channel-section/operations.ts';
export * from './comment/operations.ts';
export * from './comment-thread/operations.ts';
export * from './language/operations.ts';
export * from './member/operations.ts';
export * from './playlist/operations.ts';
export * from './playlist-item/operations.ts';
export * from './search/operations.ts';
export * from './subscription/operations.ts';
export * from './image/operations.ts';
export * from './video/operations.ts';
export * from './abuse-report/operations.ts';
export * from './category/operations.ts';
