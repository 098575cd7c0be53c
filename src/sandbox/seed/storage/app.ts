/** The applications that open the files of the studio. */
import { mime } from '../../storage/content/mime.ts';
import { ids } from '../ids.ts';

interface Formats {
  readonly primary: readonly string[];
  readonly secondary: readonly string[];
}

/** The description of an application. */
export interface AppPlan {
  readonly id: string;
  /** By language. */
  readonly names: { readonly en: string; readonly [language: string]: string };
  readonly description: string;
  readonly mimeTypes: Formats;
  readonly extensions: Formats;
  /** Whether the application is one of the domain's own. */
  readonly isOwn: boolean;
  /** For applications that create files. */
  readonly createUrl?: string;
}

/** All applications. */
export const appPlans: readonly AppPlan[] = [
  {
    id: ids.driveApp.docs,
    names: { en: 'Documents', de: 'Dokumente', sv: 'Dokument' },
    description: 'Writes texts together.',
    mimeTypes: { primary: [mime.document], secondary: ['text/plain', 'text/markdown'] },
    extensions: { primary: ['gdoc'], secondary: ['txt', 'md'] },
    isOwn: true,
    createUrl: 'https://docs.example/document/create?usp=drive',
  },
  {
    id: ids.driveApp.sheets,
    names: { en: 'Spreadsheets', de: 'Tabellen', sv: 'Kalkylark' },
    description: 'Calculates in tables.',
    mimeTypes: { primary: [mime.spreadsheet], secondary: ['text/csv'] },
    extensions: { primary: ['gsheet'], secondary: ['csv', 'xlsx'] },
    isOwn: true,
    createUrl: 'https://docs.example/spreadsheets/create?usp=drive',
  },
  {
    id: ids.driveApp.storyboards,
    names: { en: 'Storyboards', de: 'Bildergeschichten' },
    description: 'Draws the shots of a film.',
    mimeTypes: { primary: ['application/pdf'], secondary: ['image/png', 'image/jpeg'] },
    extensions: { primary: ['pdf', 'png'], secondary: ['jpg'] },
    isOwn: false,
  },
];

/** The applications that the users have chosen as default, least preferred first. */
export const defaultAppIds: readonly string[] = [ids.driveApp.sheets, ids.driveApp.docs];
