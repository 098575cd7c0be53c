/** The short name of a service in its color. */
import type { Service } from '../../../schema/extensions.js';
import { services } from './service.ts';

export function ServiceTag({ service }: { readonly service: Service }) {
  const { name, short } = services[service];
  return (
    <abbr className="service" data-service={service} title={name}>
      {short}
    </abbr>
  );
}
