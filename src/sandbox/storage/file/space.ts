/** The spaces of files. */

/** Files in the folder for the data of the app are hidden from the space `drive`. */
export type FileSpace = 'drive' | 'appDataFolder';
