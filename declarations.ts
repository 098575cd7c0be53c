/** A plugin of Rolldown that writes the types of the package. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { parseSync } from 'rolldown/utils';

/** A statement of a declaration file. */
interface Statement {
  readonly text: string;
  /** What it declares. */
  readonly names: readonly string[];
  readonly isExported: boolean;
  /** What it imports or exports from another module: by the name here, that name there. */
  readonly from?: { readonly module: string; readonly names: ReadonlyMap<string, string> };
}

/** The declarations of one module, and those of them that are needed. */
interface Module {
  readonly statements: readonly Statement[];
  readonly needed: Set<Statement>;
}

/**
 * Writes the declarations that the roots export, and those that these name, to `types/`, in the
 * folders of the source. What else a module declares could need packages that users do not have.
 * @param roots paths in `src`, without extension
 */
export function declarations(roots: readonly string[]): Plugin {
  return {
    name: 'declarations',
    generateBundle() {
      const modules = new Map<string, Module>();
      const moduleAt = (path: string): Module => {
        const known = modules.get(path) ?? { statements: statementsOf(path), needed: new Set() };
        modules.set(path, known);
        return known;
      };
      const need = (path: string, statement: Statement): void => {
        const { statements, needed } = moduleAt(path);
        if (needed.has(statement)) return;
        needed.add(statement);
        if (statement.from) {
          for (const name of statement.from.names.values()) needName(statement.from.module, name);
          return;
        }
        const words = new Set(statement.text.match(/[A-Za-z_$][\w$]*/g));
        for (const other of statements)
          if (other.names.some((name) => words.has(name))) need(path, other);
      };
      const needName = (path: string, name: string): void => {
        for (const statement of moduleAt(path).statements)
          if (statement.names.includes(name)) need(path, statement);
      };
      for (const root of roots)
        for (const statement of moduleAt(root).statements)
          if (statement.isExported) need(root, statement);
      for (const [path, { statements, needed }] of modules) {
        const kept = statements.filter((each) => needed.has(each));
        const source = kept.map(({ text }) => text.replace(/\.ts(["'];?)$/, '.js$1')).join('\n');
        // Since TypeScript 6, `types` is empty by default: nothing else loads the types of Node.
        const head = /"node:|\bBuffer\b/.test(source) ? '/// <reference types="node" />\n' : '';
        const fileName = `types/${path}.d.ts`;
        this.emitFile({ type: 'asset', fileName, source: `${head}${source}\n` });
      }
    },
  };
}

/** The declarations of a module, each import with one name. */
function statementsOf(path: string): readonly Statement[] {
  const file = fileURLToPath(new URL(`src/${path}.ts`, import.meta.url));
  const { code } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'));
  const { program, comments } = parseSync(`${path}.d.ts`, code);
  let end = 0;
  return program.body.flatMap((node: any): readonly Statement[] => {
    const [start, before] = [node.start, end];
    ({ end } = node);
    const comment = comments.findLast((each: any) => each.start >= before && each.end <= start);
    const text = code.slice(comment?.start ?? start, end);
    const target: string | undefined = node.source?.value;
    const isExported = node.type.startsWith('Export');
    if (target === undefined)
      return [{ text, names: namesOf(node.declaration ?? node), isExported }];
    const module = /^\..+\.ts$/.test(target) ? join(dirname(path), target.slice(0, -3)) : '';
    // Declarations beside the source: `types/` is a folder deeper.
    const address = /^\..+\.js$/.test(target) ? `../${target}` : target;
    return node.specifiers.map((specifier: any): Statement => {
      const [here, there]: [string, string] = isExported
        ? [specifier.exported.name, specifier.local.name]
        : [specifier.local.name, specifier.imported.name];
      const names = here === there ? here : `${there} as ${here}`;
      const isType = !isExported || [node.exportKind, specifier.exportKind].includes('type');
      const keyword = `${isExported ? 'export' : 'import'}${isType ? ' type' : ''}`;
      return {
        text: `${keyword} { ${names} } from "${address}";`,
        names: [here],
        isExported,
        ...(module && { from: { module, names: new Map([[here, there]]) } }),
      };
    });
  });
}

function namesOf(node: any): readonly string[] {
  if (node.id) return [node.id.name];
  return (node.declarations ?? []).map((each: any) => each.id.name);
}
