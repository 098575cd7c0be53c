/**
 * The error reasons of the REST APIs that the gateway handles, and the meaning of each
 * (`reasons` in `reference/facts.json`). Any other has the meaning of its HTTP status.
 */
import type { ReasonTable } from '../../engine/api/error.ts';
import { byOwnName } from '../../engine/api/operation.ts';
import type { Service } from '../../engine/api/register.ts';
import { ownReasons, sharedReasons } from './reasons.ts';

type SharedReason = keyof typeof sharedReasons;

/** The names of the reasons that several operations share. */
export const sharedReason = byOwnName(Object.keys(sharedReasons) as SharedReason[]);

/** The meaning of the reasons that a service uses. */
export const reasonsOf = (service: Service): ReasonTable => ({
  ...sharedReasons,
  ...ownReasons[service],
});
