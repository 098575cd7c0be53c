/** A file picker for each variable that is a file. */
import { useGraphiQL } from '@graphiql/react';
import { uploadPaths, useUploadFiles } from './upload-files.ts';

export function UploadFields() {
  const { schema, operations, operationName } = useGraphiQL((state) => state);
  const { files, pick } = useUploadFiles();
  const operation =
    operations?.find(({ name }) => name?.value === operationName) ?? operations?.[0];
  const paths = schema && operation ? uploadPaths(schema, operation) : [];
  if (paths.length === 0) return null;
  return (
    <fieldset className="uploads">
      <legend>Files</legend>
      {paths.map((path) => (
        <label key={path}>
          ${path} <input type="file" onChange={(event) => pick(path, event.target.files?.[0])} />
          {files[path] && ` ${files[path].size} bytes`}
        </label>
      ))}
    </fieldset>
  );
}
