/** Errors of the video and live services, with the domain and the reasons of a resource. */
import { ApiError } from '../http/api-error.ts';
import type { RefusalReason } from '../rule.ts';

/** Throws 400 for a parameter of the query. */
export function throwInvalidParameter(
  domain: string,
  reason: RefusalReason,
  location: string,
): never {
  throw new ApiError(400, reason, { domain, location });
}

/**
 * Throws 400 for a value of the request body.
 * @param location where the value is, for example `body.snippet.title`
 */
export function throwInvalidValue(domain: string, reason: RefusalReason, location: string): never {
  throw new ApiError(400, reason, { domain, location, locationType: 'other' });
}

/** Throws 403: the caller may not use the entity. */
export function throwForbidden(domain: string, reason: RefusalReason = 'forbidden'): never {
  throw new ApiError(403, reason, {
    domain,
    message: 'The caller does not have permission for this operation.',
  });
}

/**
 * Throws 404: the entity does not exist, or the caller may not know that it does.
 * @param location the parameter, or where in the body, the entity is named
 */
export function throwIdNotFound(domain: string, reason: RefusalReason, location: string): never {
  throw new ApiError(404, reason, {
    domain,
    message: 'No entity with this id was found.',
    location,
  });
}
