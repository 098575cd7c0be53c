/** Faults of workflows: steps, undoing, what they tell, and what other clients change meanwhile. */
import type { Mutant } from '../mutant.ts';

const preparation = 'test/services/links/prepare-broadcast/other-client.law.test.ts';
const preparationFailure = 'test/services/links/prepare-broadcast/failure.gate.test.ts';
const publication = 'test/services/links/publish-file/other-client.test.ts';
const goLive = 'test/services/live/go-live/other-client.gate.test.ts';

export const workflowMutants: readonly Mutant[] = [
  {
    name: 'link-without-the-version-of-the-event',
    file: 'src/services/links/prepare-broadcast/event.ts',
    text: 'const options = { headers: conditionHeaders(etag) };',
    replacement: 'const options = {};',
    breaks: 'An event that another client has linked to its broadcast names another one.',
    tests: [preparation],
  },
  {
    name: 'link-of-others-is-no-conflict',
    file: 'src/services/links/prepare-broadcast/event.ts',
    text: 'if (current !== before || attempt === maxLinkAttempts)',
    replacement: 'if (attempt === maxLinkAttempts)',
    breaks: 'After a conflict, the link of another client is replaced.',
    tests: [preparation],
  },
  {
    name: 'link-of-others-is-undone',
    file: 'src/services/links/prepare-broadcast/event.ts',
    text: 'if (this.#isCreated || (await this.linked(link)) !== this.#ownLinks[link]) return;',
    replacement: 'if (this.#isCreated) return;',
    breaks: 'A preparation that is undone removes the link of another client.',
    tests: [preparation],
  },
  {
    name: 'attendees-without-a-version',
    file: 'src/services/links/prepare-broadcast/event.ts',
    text: "const fields = 'attendees,etag';",
    replacement: "const fields = 'attendees';",
    breaks: 'Somebody whom another client invites meanwhile is removed from the event.',
    tests: [preparation],
  },
  {
    name: 'steps-are-undone-in-their-order',
    file: 'src/engine/write/step.ts',
    text: 'for (const { name, undo } of steps.toReversed()) {',
    replacement: 'for (const { name, undo } of steps) {',
    breaks: 'A stream that is still bound cannot be deleted, and stays.',
    tests: [preparationFailure],
  },
  {
    name: 'first-step-is-not-undone',
    file: 'src/engine/write/step.ts',
    text: 'return this.#undo([...this.#begun]);',
    replacement: 'return this.#undo([...this.#begun].slice(1));',
    breaks: 'A preparation that failed leaves its event or broadcast.',
    tests: [preparationFailure],
  },
  {
    name: 'step-is-done-before-its-answer',
    file: 'src/engine/write/step.ts',
    text: '    this.#begun.add(step);\n',
    replacement: '    this.#begun.add(step);\n    this.#markDone(step, true);\n',
    breaks: 'Subscribers are told that a step is done that fails.',
    tests: [publication],
  },
  {
    name: 'transition-is-told-before-its-answer',
    file: 'src/services/live/go-live/workflow.ts',
    text: 'await this.#send(target);',
    replacement: 'this.report(requestSteps[target]);\n      await this.#send(target);',
    breaks: 'Subscribers are told that YouTube has accepted a transition that it rejects.',
    tests: [goLive],
  },
  {
    name: 'transition-of-others-is-told',
    file: 'src/services/live/go-live/workflow.ts',
    text: '      this.#accepted.add(target);\n      return;',
    replacement:
      '      this.#accepted.add(target);\n      this.report(requestSteps[target]);\n      return;',
    breaks: 'Subscribers are told that this mutation has made the transition of another client.',
    tests: [goLive],
  },
  {
    name: 'failed-workflow-is-a-success',
    file: 'src/services/live/go-live/workflow.ts',
    text: 'if (workflow.isAccepted(goal) && !(error instanceof MutationError))',
    replacement: 'if (!(error instanceof MutationError))',
    breaks: 'goLive succeeds for a broadcast that another client has deleted.',
    tests: [goLive],
  },
  {
    name: 'done-transitions-are-not-told',
    file: 'src/services/live/go-live/workflow.ts',
    text: 'if (this.#done.length === 0 || this.isAccepted(goal)) return error;',
    replacement: 'if (this.#done.length >= 0) return error;',
    breaks: 'The error of goLive does not say that the broadcast is being tested.',
    tests: [goLive],
  },
  {
    name: 'version-of-the-file-is-not-checked',
    file: 'src/services/links/publish-file/publication.ts',
    text: 'check: (checked) => checkVersion(detached(callMs, checked), file, version),',
    replacement: 'check: async () => {},',
    breaks: 'Bytes of two versions of a file are joined to one video.',
    tests: [publication],
  },
  {
    name: 'file-that-changes-back-is-the-same',
    file: 'src/services/links/publish-file/source.ts',
    text: "['md5Checksum', 'headRevisionId', 'size']",
    replacement: "['md5Checksum', 'size']",
    breaks: 'Bytes of a version between two equal ones can be part of a video.',
    tests: [publication],
  },
  {
    name: 'video-is-told-before-it-exists',
    file: 'src/services/links/publish-file/write.ts',
    text: 'const count = record.resultId === undefined ? 1 : 2;',
    replacement: 'const count = 2;',
    breaks: 'The error of a publication says that there is a video, and there is none.',
    tests: [publication],
  },
  {
    name: 'any-link-is-the-link',
    file: 'src/services/links/publish-file/publication.ts',
    text: 'return (await linkedVideo(execution, this.#job.file)) === this.videoId;',
    replacement: 'return (await linkedVideo(execution, this.#job.file)) !== undefined;',
    breaks: 'A file whose video was deleted names the deleted one.',
    tests: ['test/services/links/publish-file/publish-file.test.ts'],
  },
];
