/** The attributes of the process that sends the spans. */
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import type { Config } from '../../config.ts';
import { versionOf } from './version.ts';

/** @returns the service, its version and this process; what the environment says has precedence */
export function resourceOf(config: Pick<Config, 'OTEL_SERVICE_NAME' | 'BUILD_VERSION'>): Resource {
  const service = resourceFromAttributes({
    'service.name': config.OTEL_SERVICE_NAME,
    'service.version': versionOf(config),
  });
  // The language, name and version of the library.
  const library = defaultResource();
  const detectors = [serviceInstanceIdDetector, envDetector];
  return library.merge(service).merge(detectResources({ detectors }));
}
