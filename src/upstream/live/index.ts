/** The operations of the live streaming service, one export a resource. */
export * from './fan-funding-event.ts';
export * from './live-broadcast.ts';
export * from './live-chat.ts';
export * from './live-cuepoint.ts';
export * from './live-stream.ts';
export * from './sponsor.ts';
export * from './super-chat-event.ts';
