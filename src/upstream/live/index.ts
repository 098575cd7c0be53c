/** The operations of the YouTube Live Streaming API, one export per resource. */
export * from './fan-funding-event.ts';
export * from './live-broadcast.ts';
export * from './live-chat.ts';
export * from './live-cuepoint.ts';
export * from './live-stream.ts';
export * from './sponsor.ts';
export * from './super-chat-event.ts';
