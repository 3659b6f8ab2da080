import { Building2, ChartColumn, Construction, Megaphone, Users } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { StaffScreen } from '../moderation/staff-screen.tsx';
import { ListRow } from '../../components/lists.tsx';
import { HealthReport } from './health-report.tsx';
import { healthQuery } from './health-queries.ts';

/** Renders an operator's tasks on a phone and the service health. */
export default function OperateScreen() {
  return (
    <StaffScreen title={copy['operate.title']} operator query={healthQuery} wide="columns">
      {(health) => (
        <>
          <nav aria-label={copy['operate.title']}>
            <ListRow icon={Megaphone} label={copy['operate.bulletin']} to="/operate/bulletin" />
            <ListRow icon={Users} label={copy['operate.people']} to="/operate/people" />
            <ListRow icon={Building2} label={copy['operate.campus']} to="/operate/campus" />
            <ListRow icon={Construction} label={copy['operate.tickets']} to="/operate/tickets" />
            <ListRow icon={ChartColumn} label={copy['operate.numbers']} to="/operate/numbers" />
          </nav>
          <HealthReport health={health} />
        </>
      )}
    </StaffScreen>
  );
}
