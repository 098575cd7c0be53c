/**
 * A page that calls the hooks of `studiograph/react`. `render({ name: [hook, ...arguments] })`
 * shows a component for each name; `shown` has what its hook has returned last, `renders` all of
 * it as JSON, and `events` what `useFollow` has received.
 */
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '../../../src/client/client.ts';
import {
  ClientProvider,
  useFollow,
  usePages,
  useQuery,
  useRequest,
  useViewer,
} from '../../../src/react/react.ts';

const hooks = { useFollow, usePages, useQuery, useRequest, useViewer };

const params = new URLSearchParams(location.search);
const session = params.has('session');

const client = createClient({
  url: params.get('gateway'),
  headers: () => (session ? {} : { authorization: 'Bearer studio-owner' }),
  session,
  firstPauseMs: 1,
});

const root = createRoot(document.body.appendChild(document.createElement('div')));
const page = Object.assign(globalThis, { shown: {}, renders: [], events: {}, render });

/** The last argument of hooks that take a function. */
const functions = {
  usePages: (path) => (data) => path.reduce((value, name) => value?.[name], data),
  useFollow:
    (_, name) =>
    ({ data }) =>
      (page.events[name] ??= []).push(data),
};

function Probe({ name, hook, args: [document, variables, last] }) {
  const own = functions[hook]?.(last, name) ?? last;
  page.shown[name] = hooks[hook](document, variables, own);
  page.renders.push([name, JSON.stringify(page.shown[name])]);
  return null;
}

function render(probes) {
  page.shown = {};
  const all = Object.entries(probes).map(([name, [hook, ...args]]) =>
    createElement(Probe, { key: name, name, hook, args }),
  );
  root.render(createElement(StrictMode, {}, createElement(ClientProvider, { value: client }, all)));
}
