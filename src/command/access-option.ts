/** The options of commands that say what somebody may do. */
import { splitList } from '../setting.ts';
import { type Access, accesses, type SignInService, signInServices } from '../sign-in/scopes.ts';
import { UsageError } from './command-line.ts';

/** @returns undefined without the option @throws UsageError */
export function servicesOf(text: string | undefined): SignInService[] | undefined {
  if (text === undefined) return undefined;
  const names = splitList(text);
  const services = signInServices.filter((service) => names.includes(service));
  if (services.length < Math.max(1, new Set(names).size))
    throw new UsageError(`--services: expected some of ${signInServices.join(', ')}`);
  return services;
}

/** @throws UsageError */
export function accessOf(text = 'read'): Access {
  const access = accesses.find((each) => each === text);
  if (access === undefined) throw new UsageError(`--access: expected ${accesses.join(' or ')}`);
  return access;
}
