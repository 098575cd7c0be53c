/** Names of the schema in narrow places, and the names of the regions of the map. */
import { Fragment } from 'react';
import type { Service } from '../../../schema/extensions.js';
import { ServiceTag } from '../service/service-tag.tsx';
import { services } from '../service/service.ts';

/** A name that a line can break before each of its words. */
export function Breakable({ name }: { readonly name: string }) {
  const words = name.split(/(?=[A-Z][a-z]|[.(])/);
  return words.map((word, index) => (
    <Fragment key={`${index} ${word}`}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}

interface RegionNameProps {
  /** Undefined: that of several services. */
  readonly service: Service | undefined;
}

export function RegionName({ service }: RegionNameProps) {
  if (service === undefined) return <>Across services</>;
  return (
    <>
      <ServiceTag service={service} /> {services[service].name}
    </>
  );
}
