/** Validates manifests of Kubernetes, and of the Prometheus operator. */

/** What all manifests have. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: any;
}

/** The module with the types and schemas of an API. */
export const moduleOf = (apiVersion: string): string =>
  apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;

/** @throws an error if the manifest does not match the schema of its kind */
export async function validateManifest(manifest: Manifest): Promise<void> {
  const module = (await import(moduleOf(manifest.apiVersion))) as Record<string, any>;
  const Model = module[manifest.kind];
  if (Model === undefined) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}`);
  new Model(manifest).validate();
}
