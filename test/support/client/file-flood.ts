/**
 * A program that reads files through a gateway at a steady rate, and does not wait for the answers.
 * It is not part of the test's process, whose event loop would delay the clients that it measures.
 * Arguments: the URL of the API, requests per second, number of callers, duration in ms; the number
 * of requests, after which it only waits (default: any).
 */
import { setTimeout as wait } from 'node:timers/promises';

const [url = '', perSecond, callers, ms, max = 'Infinity'] = process.argv.slice(2);

const query = 'query ($id: ID!) { file(id: $id) { name } }';
const start = performance.now();
const passed = (): number => performance.now() - start;

for (let index = 0; passed() < Number(ms); await wait(5)) {
  const due = Math.min((passed() * Number(perSecond)) / 1_000, Number(max));
  for (; index < due; index += 1) {
    const authorization = `Bearer c${index % Number(callers)}`;
    const body = JSON.stringify({ query, variables: { id: `f${index}` } });
    const headers = { 'content-type': 'application/json', authorization };
    void fetch(url, { method: 'POST', headers, body })
      .then((response) => response.text())
      .catch(() => {});
  }
}

process.exit();
