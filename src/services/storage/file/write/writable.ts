/** What the writes of files share: writable paths and error reasons. */

/** Paths that every write of a file may have in its body. */
export const writable = [
  'copyRequiresWriterPermission',
  'contentHints.indexableText',
  'contentHints.thumbnail.image',
  'contentHints.thumbnail.mimeType',
  'writersCanShare',
  'mimeType',
  'viewersCanCopyContent',
  'folderColorRgb',
  'name',
  'description',
  'starred',
  'trashed',
  'modifiedTime',
  'viewedByMeTime',
  'originalFilename',
  'properties.(key)',
  'appProperties.(key)',
  'contentRestrictions[]',
  'inheritedPermissionsDisabled',
  'downloadRestrictions.itemDownloadRestriction.restrictedForReaders',
  'downloadRestrictions.itemDownloadRestriction.restrictedForWriters',
  'clientEncryptionDetails.encryptionState',
  'clientEncryptionDetails.decryptionMetadata.wrappedKey',
  'clientEncryptionDetails.decryptionMetadata.kaclsId',
  'clientEncryptionDetails.decryptionMetadata.kaclsName',
  'clientEncryptionDetails.decryptionMetadata.aes256GcmChunkSize',
  'clientEncryptionDetails.decryptionMetadata.jwt',
  'clientEncryptionDetails.decryptionMetadata.keyFormat',
  'clientEncryptionDetails.decryptionMetadata.encryptionResourceKeyHash',
] as const;

/** Reasons that concern the folder of a new or moved file. */
export const parentReasons = [
  'cannotAddParent',
  'insufficientParentPermissions',
  'numChildrenInNonRootLimitExceeded',
  'parentNotAFolder',
  'teamDriveFileLimitExceeded',
  'teamDriveHierarchyTooDeep',
] as const;

/** Reasons that concern the custom properties of a file. */
export const propertyReasons = [
  'propertyCountLimitExceeded',
  'propertyLengthLimitExceeded',
] as const;
