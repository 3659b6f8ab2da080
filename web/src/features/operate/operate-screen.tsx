import { Megaphone } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { StaffScreen } from '../../parts/staff/staff-screen.tsx';
import { HealthReport } from './health-report.tsx';
import { healthQuery } from './health-queries.ts';

/** What an operator does from a phone, and how the service is. */
export default function OperateScreen() {
  return (
    <StaffScreen title={copy['operate.title']} operator query={healthQuery}>
      {(health) => (
        <>
          <HealthReport health={health} />
          <ListRow icon={Megaphone} label={copy['operate.bulletin']} to="/operate/bulletin" />
        </>
      )}
    </StaffScreen>
  );
}
