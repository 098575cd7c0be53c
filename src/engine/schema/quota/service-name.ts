/** The services as the schema names them. */
import { api, byService } from '../../api/api.ts';
import type { Service } from '../../api/register.ts';
import { laterEnumeration } from '../field/enumeration.ts';

const declared = laterEnumeration<Service>('ServiceName');

export const ServiceName = declared.ref;

/** Adds the enum to the schema. */
export const addServiceName = (): void =>
  declared.add(
    'A REST API behind the gateway. Errors and directives have the names in lower case.',
    byService((service) => api().services[service].description),
  );
