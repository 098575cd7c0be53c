/** Minimum rate at which files have to be transferred, in bytes per millisecond. */
export const minRate = 64;
