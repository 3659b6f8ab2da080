// `npm run reference`: writes docs/reference-*.md from declarations in the code; a test compares the committed pages.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { createProgram } from '../server/src/operator/program.ts';
import { openTerminal } from '../server/src/operator/terminal.ts';
import { REMOVED_VARIABLES, variables } from '../server/src/variables.ts';

type Command = ReturnType<typeof createProgram>;
type Argument = Command['registeredArguments'][number];
type Option = Command['options'][number];

const root = fileURLToPath(new URL('..', import.meta.url));
const GENERATED = '<!-- Written by `npm run reference`; do not edit. -->';

/** Returns the pages, formatted, by their path. */
export async function makeReference(): Promise<Map<string, string>> {
  const pages = { environment: describeEnvironment(), commands: describeCommands() };
  const formatted = new Map<string, string>();
  for (const [name, text] of Object.entries(pages)) {
    const path = `docs/reference-${name}.md`;
    formatted.set(path, (await format(path, text)).code);
  }
  return formatted;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

function describeEnvironment(): string {
  const defaults: Readonly<Record<string, unknown>> = variables.parse({});
  const rows = Object.entries(variables.shape).map(([name, schema]) => {
    const value = defaults[name];
    const shown = typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : '';
    return `| \`${name}\` | ${shown} | ${schema.description} |`;
  });
  const removed = Object.entries(REMOVED_VARIABLES).map(([name, todo]) => `| \`${name}\` | ${todo} |`);
  return `# Environment variables

Reference: every environment variable of the server and of the operator command. ${GENERATED}

An empty value counts as unset. An invalid value stops the start with one line that names the variable.

| variable | default | meaning |
| --- | --- | --- |
${rows.join('\n')}

## Removed variables

A start with one of these fails.

| variable | what to do |
| --- | --- |
${removed.join('\n')}
`;
}

function describeCommands(): string {
  const closed = openTerminal({ write: () => {}, complain: () => {}, screen: null });
  const program = createProgram(() => Promise.resolve(), { environment: {}, terminal: closed });
  const groups = program.commands.toSorted((a, b) => a.name().localeCompare(b.name()));
  return `# Operator commands

Reference: every command of \`operator\`, with its arguments, options and an example. ${GENERATED}

How to call it, and its exit codes: [operating.md](operating.md#the-operator-command). Options of several commands:

- \`--reason <text>\`: reason for the audit log, which is permanent: name no student
- \`--json\`: JSON instead of text, one object per line

${groups.map((group) => describeCommand(group, [])).join('\n')}`;
}

/** Options of several commands, described once. */
const COMMON = /^--(?:json|reason <text>)$/;

/** Returns the section of a command, followed by those of its subcommands. */
function describeCommand(command: Command, parents: readonly string[]): string {
  const words = [...parents, command.name()];
  const { registeredArguments: given, options } = command;
  const [remarks = '', after = ''] = readHelpText(command).split('Example:\n');
  const example = after.trimEnd().replaceAll(/^ {2}/gm, '');
  const listed = options.filter(({ flags, mandatory }) => mandatory || COMMON.test(flags));
  const flags = listed.map((option) => (option.mandatory ? option.flags : `[${option.flags}]`));
  const usage = [...words, ...given.map(nameOf), ...flags].join(' ');
  const parts = [
    `##${parents.length > 0 ? '#' : ''} ${words.join(' ')}`,
    `${sentence(command.description())}${command.alias() ? ` Alias: \`${command.alias()}\`.` : ''}`,
    given.length + flags.length > 0 ? `Usage: \`operator ${usage}\`` : '',
    describeParts([...given, ...options.filter(({ flags }) => !COMMON.test(flags))]),
    remarks.trim(),
    ['', `operator ${words.join(' ')}`].includes(example) ? '' : `\`\`\`sh\n${example}\n\`\`\``,
    ...command.commands.map((below) => describeCommand(below, words)),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const nameOf = (argument: Argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);

/** Returns a list; arguments and options with the same description share an item. */
function describeParts(parts: readonly (Argument | Option)[]): string {
  const names = new Map<string, string[]>();
  for (const part of parts) {
    const choices = part.argChoices?.map((choice) => `\`${choice}\``).join(', ');
    const usual = part.defaultValue === undefined ? '' : `default \`${String(part.defaultValue)}\``;
    const text = [part.description, choices, usual].filter(Boolean).join('; ');
    const name = `\`${'flags' in part ? part.flags : nameOf(part)}\``;
    if (text) names.set(text, [...(names.get(text) ?? []), name]);
  }
  return [...names].map(([text, same]) => `- ${same.join(', ')}: ${text}`).join('\n');
}

/** Returns the text that follows a command's generated help. */
function readHelpText(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help.slice(command.helpInformation().length);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of await makeReference()) writeFileSync(`${root}${path}`, text);
