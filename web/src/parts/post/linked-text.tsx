import { useHydrated } from '../../router/hydrated.ts';
import { Link } from '../../router/router.tsx';
import { useCampus } from '../campus/campus-context.ts';
import styles from './linked-text.module.css';
import { pathInApp, readAddress, splitAddresses } from './split-addresses.ts';

/** A text as it was written, its addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return splitAddresses(text).map((piece, place) =>
    place % 2 === 1 ? <AddressLink key={place} address={piece} /> : piece,
  );
}

/** Opens a tab of its own, but for the app's own screens: which those are, the browser knows by where it is. */
function AddressLink({ address }: { address: string }) {
  const hydrated = useHydrated();
  const { edition } = useCampus();
  const url = readAddress(address);
  if (!url) return address;
  const path = hydrated ? pathInApp(url, location.origin, edition) : null;
  const elsewhere = path === null && { target: '_blank', rel: 'noopener nofollow' };
  return (
    <Link className={styles.address} {...elsewhere} to={path ?? address}>
      {address}
    </Link>
  );
}
