/** What the gateway tells the page, in a script element of type JSON. */
import type { PageSettings } from '../server/page/page-settings.ts';

/** The settings of the gateway that has served the page. */
export const settings = JSON.parse(
  document.querySelector('#settings')!.textContent,
) as PageSettings;

/** The URL of a path beside the page, whatever path a proxy serves the gateway below. */
export const urlOf = (path: string): string => new URL(path, document.baseURI).href;
