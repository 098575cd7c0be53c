/** Run before each test file: describes the API, also for tests that do not load the schema. */
import { useApi } from '../../../src/engine/api/api.ts';
import { googleApis } from '../../../src/services/api.ts';

useApi(googleApis);
