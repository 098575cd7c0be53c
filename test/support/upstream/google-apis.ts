/** Describes the API to the engine, for tests that use parts of it without the schema. */
import { useApi } from '../../../src/engine/api/api.ts';
import { googleApis } from '../../../src/services/api.ts';

useApi(googleApis);
