/** The fields that Drive returns if the request has no `fields` parameter. */
const file = 'kind,id,name,mimeType,resourceKey';
const permission = 'kind,id,type,role';
const revision = 'kind,id,mimeType,modifiedTime';
const drive = 'kind,id,name';

const change = `kind,type,changeType,time,removed,fileId,file(${file}),driveId,drive(${drive})`;

/** Masks of single resources and of lists. */
export const defaultFields = {
  file,
  files: `kind,incompleteSearch,nextPageToken,files(${file})`,
  permission,
  permissions: `kind,nextPageToken,permissions(${permission})`,
  revision,
  revisions: `kind,nextPageToken,revisions(${revision})`,
  drive,
  drives: `kind,nextPageToken,drives(${drive})`,
  changes: `kind,nextPageToken,newStartPageToken,changes(${change})`,
} as const;
