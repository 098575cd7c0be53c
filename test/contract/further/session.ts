/** Documents of what passes as bytes, for the agreement with the official clients. */
export const documents: readonly string[] = [
  `mutation { createUploadSession(input: { video: { title: "Film", contentType: "video/mp4", stabilize: true, autoLevels: true } }) { uploadSession { state } errors { code } } }`,
];
