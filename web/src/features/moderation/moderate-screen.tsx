import { copy } from '../../copy.ko.ts';
import { StaffScreen } from './staff-screen.tsx';
import { queueQuery } from './queue-queries.ts';
import { Queue } from './queue.tsx';

/** Lists the cases that wait for a decision [MO-06]. */
export default function ModerateScreen() {
  return (
    <StaffScreen title={copy['moderate.title']} query={queueQuery} wide="own">
      {(answer, refetch) => <Queue answer={answer} onRefetch={refetch} />}
    </StaffScreen>
  );
}
