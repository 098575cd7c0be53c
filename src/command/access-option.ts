/** The options of commands that say what somebody may do. */
import { splitList } from '../setting.ts';
import { type AccountService, signInServices } from '../sign-in/accounts.ts';
import { type AccessMode, accessModes } from '../sign-in/scopes.ts';
import { UsageError } from './usage-error.ts';

/** @returns undefined without the option @throws UsageError */
export function servicesOf(text: string | undefined): AccountService[] | undefined {
  if (text === undefined) return undefined;
  const names = splitList(text);
  const services = signInServices.filter((service) => names.includes(service));
  if (services.length < Math.max(1, new Set(names).size))
    throw new UsageError(`--services: expected some of ${signInServices.join(', ')}`);
  return services;
}

/** @throws UsageError */
export function accessOf(text = 'read'): AccessMode {
  const access = accessModes.find((each) => each === text);
  if (access === undefined) throw new UsageError(`--access: expected ${accessModes.join(' or ')}`);
  return access;
}
