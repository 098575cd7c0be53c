/** The addresses to which encoders send the data of a stream. */
import { stableId } from '../../random.ts';

/**
 * The `cdn.ingestionInfo` of a stream. The stream name is a secret that must not be logged: whoever
 * has it can broadcast. Addresses for HTTP contain it.
 * @param name text from which the stream name derives
 */
export function ingestionInfo(name: string, type: unknown): object {
  const streamName = `secret-${stableId(`stream name ${name}`, 20)}`;
  if (type !== 'rtmp') {
    const address = (server: string, copy: number): string =>
      `https://${server}.upload.video.example/http_upload_${String(type)}?cid=${streamName}&copy=${copy}&file=`;
    return {
      streamName,
      ingestionAddress: address('a', 0),
      backupIngestionAddress: address('b', 1),
    };
  }
  return {
    streamName,
    ingestionAddress: 'rtmp://a.rtmp.video.example/live2',
    backupIngestionAddress: 'rtmp://b.rtmp.video.example/live2?backup=1',
    rtmpsIngestionAddress: 'rtmps://a.rtmps.video.example/live2',
    rtmpsBackupIngestionAddress: 'rtmps://b.rtmps.video.example/live2?backup=1',
  };
}
