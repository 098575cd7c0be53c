/** The keys of levels of membership, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { resource, wholeListRead } from '../../../engine/schema/field/field-factory.ts';
import { membershipsLevels } from '../operations.ts';

export const MembershipLevel = resource<youtube_v3.Schema$MembershipsLevel>({
  name: 'MembershipLevel',
  key: ['levelId'],
  read: wholeListRead(membershipsLevels.list),
});
