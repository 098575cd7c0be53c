/** The loaders of one execution, and what its writes do to their caches. */
import { type LoaderContext, ResourceLoader } from './loader.ts';
import type { Paths } from '../path.ts';
import type { Resource, WriteAnswer } from '../resource.ts';

/** Answers of writes, of which the paths are known. */
interface Answers {
  readonly written: readonly WriteAnswer[];
  readonly paths: Paths;
}

export class Loaders {
  readonly #context: LoaderContext;
  readonly #loaders = new Map<Resource, ResourceLoader>();
  /** Those of writes that run at once; undefined if no such writes run. */
  #collected: Answers[] | undefined;

  constructor(context: LoaderContext) {
    this.#context = context;
  }

  /** The loader of the entities of a resource. */
  readonly of = (resource: Resource): ResourceLoader => {
    let loader = this.#loaders.get(resource);
    if (!loader)
      this.#loaders.set(resource, (loader = new ResourceLoader(resource, this.#context)));
    return loader;
  };

  /** Forgets all entities, and stores the answers of writes. */
  replace(written: readonly WriteAnswer[], paths: Paths): void {
    for (const loader of this.#loaders.values()) loader.clear();
    this.#store({ written, paths });
    if (written.length > 0) this.#collected?.push({ written, paths });
  }

  /**
   * Runs several writes at once, none of which changes the entity of another one: at their end the
   * answers of all are stored. Meanwhile each of them forgets those of the others.
   */
  async collect<T>(writes: () => Promise<T>): Promise<T> {
    const collected: Answers[] = [];
    this.#collected = collected;
    try {
      return await writes();
    } finally {
      this.#collected = undefined;
      for (const answers of collected) this.#store(answers);
    }
  }

  #store({ written, paths }: Answers): void {
    for (const { ref, answer } of written) this.of(ref.resource).prime(ref, answer, paths);
  }
}
