/** Renders and validates manifests of Kubernetes, and of the Prometheus operator. */
import { parseAllDocuments } from 'yaml';
import { runProgram } from './run-program.ts';

/** What all manifests have, and the `data` of a ConfigMap. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
  readonly spec: any;
}

/** @returns what `kubectl apply --kustomize` sends for the folder; needs no cluster */
export function render(folder: string): Manifest[] {
  const { code, output } = runProgram('/usr/bin/kubectl', ['kustomize', folder]);
  if (code !== 0) throw new Error(output);
  return parseAllDocuments(output).map((document) => document.toJS() as Manifest);
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
