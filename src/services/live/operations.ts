/** The operations of the YouTube Live Streaming API, one export per resource. */
export * from './broadcast/operations.ts';
export * from './chat/operations.ts';
export * from './chat-ban/operations.ts';
export * from './chat-moderator/operations.ts';
export * from './cuepoint/operations.ts';
export * from './stream/operations.ts';
export * from './sponsor/operations.ts';
export * from './super-chat-event/operations.ts';
