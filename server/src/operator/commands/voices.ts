import { Argument, type Command } from 'commander';
import { voicesMute, voicesPlant, voicesUnmute } from '../../features/operate/index.ts';
import { listMutes, readVoices } from '../../features/voices/index.ts';
import { addAction } from '../add-action.ts';
import { addList } from '../add-list.ts';
import type { Run } from '../run.ts';

/** `voices`: what students say of places, and where nobody is listened to. */
export function addVoiceCommands(program: Command, run: Run): void {
  const parent = program.command('voices').description('how crowded and quiet places are, as students say');
  const target = { what: 'building', arguments: [new Argument('<building>', 'its id')] };
  addList(parent, run, {
    about: 'what is shown of places now, and which are muted, or have a system that counts their seats',
    columns: { building: 'id', now: 'now', voices: 'n', quiet: 'quiet', usual: 'usual', muted: 'muted' },
    read: async ({ database, campus }) => {
      const { places, muted } = await readVoices(database, campus);
      const mutes = await listMutes(database);
      const silent = (id: string) => (mutes.includes(id) ? 'muted' : muted.includes(id) ? 'seats' : '');
      return [...Object.keys(places), ...muted].map((id) => {
        const { now = '', n = 0, quiet = 0, usual = '' } = places[id] ?? {};
        return { id, now, n, quiet, usual, muted: silent(id) };
      });
    },
  });
  addAction(parent, run, voicesMute, {
    ...target,
    about:
      'takes no voices of a place and shows none: of twenty students nobody knows whether they lie together',
    example: "central-library --reason '장난'",
    done: 'is muted',
    already: 'is muted already',
  });
  addAction(parent, run, voicesUnmute, {
    ...target,
    about: 'takes voices of a place again',
    example: 'central-library',
    done: 'is heard again',
    already: 'is not muted',
  });
  addAction(parent, run, voicesPlant, {
    ...target,
    about:
      'says what is usual in the class periods that begin within hours, until ten voices of other days say it',
    required: {
      '--hours <hours>': 'as in hours.tsv (campus/README.md), each within one day',
      '--crowd <crowd>': 'free, normal or crowded; none takes it back',
    },
    example: "central-library --hours 'mon-fri 12:00-18:00' --crowd crowded",
    done: 'is usually as you said',
    already: 'is usually so already',
    refusals: {
      'hours invalid': 'these are no hours in which a class period begins, such as mon-fri 09:00-18:00',
      'crowd invalid': 'the crowd is one of free, normal, crowded, none',
    },
  });
}
