/** The `contentDetails` of broadcasts. */

/** Values of fields that the request omits, except those of the monitor stream. */
export const defaultContentDetails = {
  enableEmbed: true,
  enableDvr: true,
  enableContentEncryption: false,
  recordFromStart: true,
  closedCaptionsType: 'closedCaptionsDisabled',
  latencyPreference: 'normal',
  projection: 'rectangular',
  enableAutoStart: false,
  enableAutoStop: false,
} as const;
