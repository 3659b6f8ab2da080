// Fetched by itself: the first script names nothing of it.
import { startLate } from './late-start.ts';

void startLate();
