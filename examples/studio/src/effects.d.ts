/** `vite.config.ts` replaces this by the effects of all mutations, from the schema. */
declare const effects: Readonly<
  Record<string, { destructive: boolean; repeatable: boolean; notifies: boolean }>
>;
