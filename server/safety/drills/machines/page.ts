/** One fenced block of a page of commands, typed in order on one machine. */
export interface Block {
  heading: string;
  machine: string;
  /** Needs the outside world, so a drill provides a substitute. */
  outside: boolean;
  commands: string[];
}

const MARK = /^# on ([\w ]+?)(, from outside)?$/;
const HEREDOC = /<<'?(\w+)'?/;

/** Returns the `sh` blocks of a page in order; each begins with the machine (`# on db`). */
export function readBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let fence: { language: string; lines: string[] } | null = null;
  for (const line of page.split('\n')) {
    if (fence && line === '```') {
      if (fence.language === 'sh') blocks.push(readBlock(heading, fence.lines));
      fence = null;
    } else if (fence) fence.lines.push(line);
    else if (line.startsWith('```')) fence = { language: line.slice(3), lines: [] };
    else if (line.startsWith('## ')) heading = line.slice(3);
  }
  return blocks;
}

function readBlock(heading: string, [first = '', ...lines]: string[]): Block {
  const [, machine, outside] = MARK.exec(first) ?? [];
  if (!machine) throw new Error(`a block below "${heading}" does not say on which machine: ${first}`);
  return { heading, machine, outside: outside !== undefined, commands: splitCommands(lines) };
}

/** Lines continued by `\` or as a here-document belong to one command. */
export function splitCommands(lines: readonly string[]): string[] {
  const commands: string[] = [];
  let open: string[] = [];
  let until: string | undefined;
  for (const line of lines) {
    if (open.length === 0 && (line.trim() === '' || line.startsWith('#'))) continue;
    open.push(line);
    if (until === undefined) until = HEREDOC.exec(line)?.[1];
    else if (line === until) until = undefined;
    if (until !== undefined || line.endsWith('\\')) continue;
    commands.push(open.join('\n'));
    open = [];
  }
  if (open.length > 0) throw new Error(`a command has no end: ${open[0]}`);
  return commands;
}

/** Replaces the value in a command that only assigns a variable, if a value is given. */
export function putValue(command: string, values: Readonly<Record<string, string>>): string {
  const name = /^([A-Z][A-Z_\d]*)=(?!\$)[^\n]*$/.exec(command)?.[1];
  const value = name === undefined ? undefined : values[name];
  return value === undefined ? command : `${name}='${value}'`;
}
